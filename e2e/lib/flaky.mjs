// Prints last which tests passed only when they were repeated.

export default class Flaky {
  onBegin(_, suite) {
    this.suite = suite
  }

  printsToStdio() {
    return false
  }

  async onExit() {
    const flaky = this.suite.allTests().filter((test) => test.outcome() === 'flaky')
    console.log(`flaky: ${flaky.length === 0 ? 'none' : ''}`)
    for (const test of flaky) console.log(`  ${test.location.file.split('/').pop()}: ${test.title}`)
  }
}
