/** A line for people, without colours: the terminal and later the page choose how a style looks. */
export interface ReportLine {
  readonly style: 'plain' | 'head' | 'bad' | 'dim';
  readonly text: string;
}
