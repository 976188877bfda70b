/** A line for people, without colours: the terminal or the page chooses the look of a style. */
export interface ReportLine {
  readonly style: 'plain' | 'head' | 'bad' | 'dim';
  readonly text: string;
}
