// core-js keeps the state of a URL in a WeakMap whose values refer to their keys. The engine of the server never frees
// such entries: the URLs of every drawn page stayed in memory. Where WeakMap is not native, core-js uses properties.
class WeakEntries<K extends WeakKey, V> extends WeakMap<K, V> {}
globalThis.WeakMap = WeakEntries as typeof WeakMap
