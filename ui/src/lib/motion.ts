import { flagOn } from '@/stores/flags'

/** Whether things should not move by themselves: the system asks for it, or this device's settings do. */
export function stillness(): boolean {
  return (
    flagOn('still') || !flagOn('autoTurn') || (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches)
  )
}
