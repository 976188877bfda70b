/**
 * The text that a JSON object in the body of an answer has under `name`; throws, with the status,
 * where it has none.
 */
export async function textField(response: Response | Promise<Response>, name: 'job' | 'state'): Promise<string> {
  const answer = await response;
  const body: unknown = await answer.json();
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  if (typeof value !== 'string') throw new Error(`no ${name} in the answer ${answer.status}: ${JSON.stringify(body)}`);
  return value;
}
