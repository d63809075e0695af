import { flagOn } from '@/stores/flags'

/** Whether motion is reduced: by the system's setting or by this device's settings. */
export function stillness(): boolean {
  return (
    flagOn('still') || !flagOn('autoTurn') || (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches)
  )
}
