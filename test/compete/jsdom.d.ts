/** What the tests use of jsdom; its own types would bring those of browsers into code for Node. */
declare module 'jsdom' {
  export interface PageElement {
    readonly textContent: string | null;
    value: string;
    click(): void;
    dispatchEvent(event: object): boolean;
    getAttribute(name: string): string | null;
  }
  export interface PageDocument {
    readonly title: string;
    querySelector(selector: string): PageElement | null;
    querySelectorAll(selector: string): Iterable<PageElement>;
  }
  export class VirtualConsole {
    on(event: 'jsdomError', handler: (error: Error) => void): this;
  }
  export class JSDOM {
    constructor(
      html: string,
      options?: { readonly runScripts: 'dangerously'; readonly virtualConsole: VirtualConsole },
    );
    readonly window: { readonly document: PageDocument; readonly Event: new (kind: string) => object };
  }
}
