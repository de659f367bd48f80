"""Whether a delivery to a webhook is from the server that has the secret, and recent."""

import base64, hashlib, hmac, time  # noqa: E401


def is_genuine(secret: str, headers: dict, body: bytes) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    is_recent = abs(time.time() - int(headers["webhook-timestamp"])) < 5 * 60
    return is_recent and any(hmac.compare_digest(expected, one) for one in headers["webhook-signature"].split())
