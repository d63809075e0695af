import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

type Module<P> = { default: ComponentType<P> }

/**
 * A lazy component that can be preloaded and then renders synchronously: an ordinary lazy component suspends once
 * even when its code is loaded, and content below it shifts.
 */
export function readyLazy<P>(load: () => Promise<Module<P>>): LazyExoticComponent<ComponentType<P>> & { preload: () => Promise<unknown> } {
  let loaded: Module<P> | undefined
  const preload = () => load().then((module) => (loaded = module))
  // React calls then on the module, and accepts a synchronous answer.
  const known = { then: (resolve: (module: Module<P>) => void) => resolve(loaded as Module<P>) }
  const component = lazy(() => (loaded ? (known as unknown as Promise<Module<P>>) : preload()))
  return Object.assign(component, { preload })
}

/**
 * A lazy component whose code is loaded beside that of the module that names it. It is mostly there when it is shown:
 * where React shows a fallback, it keeps it for 300 ms, however soon the code arrives.
 */
export function besideLazy<P>(load: () => Promise<Module<P>>): LazyExoticComponent<ComponentType<P>> {
  const component = readyLazy(load)
  component.preload().catch(() => undefined) // it is asked for again where it is shown
  return component
}
