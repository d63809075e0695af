import { ScanText, Undo2 } from 'lucide-react'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import type { Fill } from '../../model/detected'

/** Says that a value was read from a file, where it stands there, and takes it back. */
export function DetectedMark({ fill, label, disabled, onUndo }: { fill: Fill | undefined; label: string; disabled: boolean; onUndo: () => void }) {
  if (!fill) return null
  return (
    <span className="src">
      <ScanText className="i i-14" aria-hidden />
      <span>{t.fromFile}</span>
      <span className="mono clip" title={fill.source}>
        {fill.source}
      </span>
      <button type="button" className="link lb" aria-label={t.undoFill(label)} title={t.undoFill(label)} disabled={disabled} onClick={onUndo}>
        <Undo2 className="i i-14" aria-hidden />
        {t.undo}
      </button>
    </span>
  )
}
