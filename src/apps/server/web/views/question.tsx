/** How a program states the question, for people who see the page for the first time. */
export function Question() {
  return (
    <details class="question">
      <summary>How to state a question</summary>
      <p>
        The program itself says what must hold. Either no run breaks it, which is proved, or a run that does is shown
        step by step.
      </p>
      <dl>
        <div>
          <dt>
            <code>assert(x != 0);</code>
          </dt>
          <dd>The condition holds whenever a run comes here. It needs #include &lt;assert.h&gt;.</dd>
        </div>
        <div>
          <dt>
            <code>reach_error();</code>
          </dt>
          <dd>No run comes here. Declare it as extern void reach_error(void).</dd>
        </div>
        <div>
          <dt>
            <code>int n = __VERIFIER_nondet_int();</code>
          </dt>
          <dd>An input: any int. Other functions without a body are inputs, too.</dd>
        </div>
        <div>
          <dt>
            <code>if (n &gt; 100) return 0;</code>
          </dt>
          <dd>Only inputs up to 100 are asked about.</dd>
        </div>
      </dl>
      <p>The run begins at main. The options name a further function that no run may call.</p>
    </details>
  );
}
