// Passkeys: what a page holds for them is hidden until this runs, and stays so if the browser knows none.
"use strict";

(() => {
  if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON || !navigator.credentials) return;

  const failures = {
    NotAllowedError: "No passkey was used: the dialog was closed or timed out. Try again.",
    AbortError: "No passkey was used: the dialog was closed. Try again.",
    InvalidStateError: "This device or password manager already has a passkey of your account.",
    NotSupportedError: "This device does not support the required kind of passkey.",
    SecurityError: "Passkeys work only at the configured address of the server, and this page is open at another one.",
  };

  const send = async (path, body) => {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Accept": "application/json", "Content-Type": "application/json", "X-Requested-With": "passkey" },
      body: JSON.stringify(body),
    });
    if (answer.ok) return answer;
    const problem = await answer.json().catch(() => ({}));
    throw new Error(problem.detail || `The server answered ${answer.status}; try again.`);
  };

  const create = (options) => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
  const get = (options) => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });

  const prepare = (box) => {
    const path = box.dataset.passkey;
    const button = box.querySelector("button");
    const failure = box.querySelector("[data-passkey-error]");
    const name = box.querySelector("input");
    const run = async () => {
      const options = (await (await send(`${path}/options`, {})).json()).publicKey;
      const credential = await (options.user ? create(options) : get(options));
      const answer = await send(path, { credential: credential.toJSON(), name: name ? name.value : "", next: box.dataset.next || "" });
      location.assign(answer.headers.get("Location"));
    };
    button.addEventListener("click", async () => {
      failure.textContent = "";
      button.disabled = true;
      try {
        await run();
      } catch (error) {
        failure.textContent = error instanceof TypeError ? "The server cannot be reached; try again." : failures[error.name] || error.message;
        button.disabled = false;
        button.focus();
      }
    });
    if (name) {
      name.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        button.click();
      });
    }
    box.hidden = false;
  };

  document.querySelectorAll("[data-passkey]").forEach(prepare);
  document.querySelectorAll("[data-passkey-none]").forEach((words) => { words.hidden = true; });
})();
