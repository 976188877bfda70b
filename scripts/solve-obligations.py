"""Asks Z3, cvc5 and Bitwuzla (their packages on PyPI) about questions in SMT-LIB, and Bitwuzla about bad states in BTOR2.
Z3 is asked whether model.smt2 solves the Horn clauses of system.smt2.

Usage: python solve-obligations.py MILLISECONDS FILE...
Prints a line for each file: its name, then for each solver sat, unsat, unknown or error. Bitwuzla itself writes the
line of a BTOR2 file.
"""
import sys

import bitwuzla
import cvc5
import z3


def by_z3(text, milliseconds):
    solver = z3.Solver()
    solver.set("timeout", milliseconds)
    solver.from_string(text)
    return str(solver.check())


def by_cvc5(text, milliseconds):
    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(milliseconds))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
    symbols = parser.getSymbolManager()
    answer = "unknown"
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return answer
        said = command.invoke(solver, symbols).strip()
        if said:
            answer = said.split()[0]


def by_bitwuzla(text, milliseconds):
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.TIME_LIMIT_PER, milliseconds)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    parser.parse(text.replace("(check-sat)\n", ""), True, False)
    return str(parser.bitwuzla().check_sat()).lower().split(".")[-1]


def by_bitwuzla_itself(name, milliseconds):
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.TIME_LIMIT_PER, milliseconds)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options, language="btor2")
    parser.parse(name, False, True)


def by_clauses(name, milliseconds):
    """Whether the model beside a file of Horn clauses solves each of them: unsat if so."""
    model = open(name.replace("system.smt2", "model.smt2"), encoding="utf-8").read()
    lines = open(name, encoding="utf-8").read().split("\n")
    kept = [line for line in lines if not line.startswith(("(set-logic", "(check-sat", "(get-model"))]
    text = "\n".join(model if line.startswith("(declare-fun Inv") else line for line in kept)
    said = []
    for clause in z3.parse_smt2_string(text):
        solver = z3.Solver()
        solver.set("timeout", milliseconds)
        solver.add(z3.Not(clause))
        said.append(str(solver.check()))
    return "sat" if "sat" in said else "unsat" if all(one == "unsat" for one in said) else "unknown"


def main(milliseconds, files):
    for name in files:
        if name.endswith("system.smt2"):
            print(name, by_clauses(name, milliseconds), flush=True)
            continue
        if name.endswith(".btor2"):
            by_bitwuzla_itself(name, milliseconds)
            continue
        text = open(name, encoding="utf-8").read()
        said = []
        for ask in (by_z3, by_cvc5, by_bitwuzla):
            try:
                answer = ask(text, milliseconds)
            except Exception:
                answer = "error"
            said.append(answer if answer in ("sat", "unsat", "unknown") else "error")
        print(name, *said, flush=True)


main(int(sys.argv[1]), sys.argv[2:])
