/** An error whose message is written for the reader of the page. */
export class Problem extends Error {}

/** The message for the reader. Other errors are faults of the page, whose details the console shows. */
export function messageOf(error) {
  if (error instanceof Problem) return error.message;
  console.error(error);
  return "The page failed here. Reload it to continue.";
}
