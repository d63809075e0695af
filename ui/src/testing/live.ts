import { vi } from 'vitest'

/** Stands for the stream of live messages; `moved` tells every open stream that a topic moved. */
export function fakeLive() {
  const open = new Set<EventTarget>()
  class FakeSource extends EventTarget {
    onerror = null
    constructor() {
      super()
      open.add(this)
    }
    close() {
      open.delete(this)
    }
  }
  vi.stubGlobal('EventSource', FakeSource)
  return {
    streams: () => open.size,
    moved: (topic: string, position: number) => {
      for (const source of open) source.dispatchEvent(new MessageEvent('moved', { data: JSON.stringify({ topic, position }) }))
    },
  }
}
