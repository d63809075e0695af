import { DiffRoot, LineDiff } from '@/features/history'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import type { Changed } from '../editing'
import css from './files.module.css'

const t = serverFilesText.changed
/** Longer texts are not compared: it would take a browser too long. In characters. */
const MOST = 512 * 1024

type ChangedDialogProps = {
  changed: Changed
  mine: string
  busy: boolean
  fault: string | undefined
  onForce: () => void
  onDiscard: () => void
  onLater: () => void
}

/** Both texts of a file that somebody else changed, and what becomes of them. */
export default function ChangedDialog({ changed, mine, busy, fault, onForce, onDiscard, onLater }: ChangedDialogProps) {
  const now = changed.gone ? undefined : changed.text?.text
  return (
    <Dialog
      open
      wide
      onOpenChange={onLater}
      title={changed.gone ? t.goneTitle : t.title}
      description={changed.gone ? t.gone : t.text}
      footer={
        <>
          <Button danger disabled={busy} onClick={onDiscard}>
            {t.discard}
          </Button>
          <Button kind="primary" loading={busy} onClick={onForce}>
            {changed.gone ? t.again : t.replace}
          </Button>
        </>
      }
    >
      {fault === undefined ? null : <Note tone="bad">{fault}</Note>}
      {changed.gone ? null : now === undefined ? (
        <Note>{t.binary}</Note>
      ) : now === mine ? (
        <Note>{t.same}</Note>
      ) : Math.max(now.length, mine.length) > MOST ? (
        <Note>{t.cut}</Note>
      ) : (
        <DiffRoot className={css.diff}>
          <LineDiff title={t.title} untitled before={now} after={mine} />
        </DiffRoot>
      )}
    </Dialog>
  )
}
