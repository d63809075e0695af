import { useDeveloperMode } from '@/stores/flags'
import ui from '@/components/ui/ui.module.css'

/** The id of a result, for developers only. */
export function HitId({ id }: { id: string }) {
  const on = useDeveloperMode((state) => state.on)
  return on ? <code className={ui.small}>{id}</code> : null
}
