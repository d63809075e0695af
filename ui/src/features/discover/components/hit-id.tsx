import { useDeveloperMode } from '@/stores/flags'

/** The id of a result, for developers only. */
export function HitId({ id }: { id: string }) {
  const on = useDeveloperMode((state) => state.on)
  return on ? <code className="t12 subtle">{id}</code> : null
}
