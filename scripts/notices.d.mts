/** Makes the text of NOTICE. `list`: the file that names the folders below node_modules. */
export function notices(list?: string): string;
/** Whether a build has listed its packages. */
export const isListed: boolean;
