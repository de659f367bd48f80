/** The worker of the rules: it loads the module that is beside it, and answers calls in order. */
import { asError, type RefereeError } from "./client/error.js";
import type { Answered, Asked } from "./rules/link.js";
import { Rules, type RulesCall } from "./rules/module.js";

const loading = Rules.load(fetch(new URL("./referee-rules.wasm", import.meta.url)));
// Each call tells of it.
loading.catch(() => undefined);

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  void answer(data).then((answered) => postMessage(answered));
});

async function answer({ id, name, request }: Asked): Promise<Answered> {
  try {
    const rules = await loading;
    return { id, response: rules.call(name as RulesCall, request as object) };
  } catch (error) {
    return { id, error: fieldsOf(asError(error)) };
  }
}

/** An error of the package cannot be sent as it is: its class would be lost. */
function fieldsOf({ code, message, reason, field, value, expected, limit, most }: RefereeError) {
  const texts = { code, message, reason, field, value, expected, limit };
  return { ...texts, ...(most !== undefined && { most }) };
}
