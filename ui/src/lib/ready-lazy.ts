import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

type Module<P> = { default: ComponentType<P> }

/**
 * A lazy component that can be loaded ahead, and then renders at once: an ordinary lazy component leaves its place
 * empty for a moment even where its code is there, and what stands below moves.
 */
export function readyLazy<P>(load: () => Promise<Module<P>>): LazyExoticComponent<ComponentType<P>> & { preload: () => Promise<unknown> } {
  let loaded: Module<P> | undefined
  const preload = () => load().then((module) => (loaded = module))
  // React asks for the module with then, and takes an answer that is given within the call.
  const known = { then: (resolve: (module: Module<P>) => void) => resolve(loaded as Module<P>) }
  const component = lazy(() => (loaded ? (known as unknown as Promise<Module<P>>) : preload()))
  return Object.assign(component, { preload })
}
