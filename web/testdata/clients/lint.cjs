// Lints descriptions with the rules that Redocly recommends, and prints every problem.
const { createConfig, lint } = require("@redocly/openapi-core");

(async () => {
  const config = await createConfig({ extends: ["recommended"] });
  for (const ref of process.argv.slice(2)) {
    for (const problem of await lint({ ref, config })) {
      console.log(`${ref}: ${problem.severity}: ${problem.ruleId}: ${problem.message} ${problem.location[0].pointer}`);
      process.exitCode = 1;
    }
  }
})();
