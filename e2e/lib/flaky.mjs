// Keeps a list of the tests that passed only when they were repeated; the gate prints it last.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../bin/flaky')

export default class Flaky {
  onBegin(_, suite) {
    this.suite = suite
  }

  printsToStdio() {
    return false
  }

  onEnd() {
    const flaky = this.suite.allTests().filter((test) => test.outcome() === 'flaky')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'browser.txt'), flaky.map((test) => `${test.titlePath().slice(2).join(' › ')}\n`).join(''))
  }
}
