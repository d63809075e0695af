// Keeps a list of the tests that passed only when they were repeated; the gate prints it last.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../bin/flaky')

export default class Flaky {
  onTestRunEnd(modules) {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${module.relativeModuleId} › ${test.fullName}\n`),
    )
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'front-end.txt'), flaky.join(''))
  }
}
