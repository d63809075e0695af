export type Choice = 'replace' | 'both' | 'skip'

/** Something has the place of a file. `replaceable` is false where it is a folder. */
export type Question = { path: string; replaceable: boolean }

type Asked = Question & { answer: (choice: Choice) => void }

/** Questions about files whose place is taken: asked one at a time, or answered as the ones before. */
export class Questions {
  private asked: readonly Asked[] = []
  private always: Choice | undefined
  private readonly listeners = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The question to show; undefined where there is none. */
  current = (): Question | undefined => this.asked[0]

  /** Waits for an answer. An upload that is cancelled takes its question with it. */
  ask({ path, replaceable }: Question, signal: AbortSignal): Promise<Choice> {
    if (this.always && (replaceable || this.always !== 'replace')) return Promise.resolve(this.always)
    return new Promise((resolve, reject) => {
      const one: Asked = { path, replaceable, answer: resolve }
      const gone = () => {
        this.set(this.asked.filter((other) => other !== one))
        reject(new DOMException('aborted', 'AbortError'))
      }
      if (signal.aborted) return gone()
      signal.addEventListener('abort', gone, { once: true })
      this.set([...this.asked, one])
    })
  }

  /** Answers the shown question; with `all` those that wait and that follow too. */
  answer(choice: Choice, all: boolean): void {
    if (all) this.always = choice
    const fits = (one: Asked, at: number) => at === 0 || (all && (one.replaceable || choice !== 'replace'))
    const answered = this.asked.filter(fits)
    this.set(this.asked.filter((one, at) => !fits(one, at)))
    for (const one of answered) one.answer(choice)
  }

  /** What was said of all files holds no longer. */
  forget(): void {
    this.always = undefined
  }

  private set(asked: readonly Asked[]): void {
    this.asked = asked
    for (const listener of this.listeners) listener()
  }
}
