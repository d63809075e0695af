import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'

type LeaveGuardProps = {
  /** Whether something is unsaved, read when the page is left. */
  when: () => boolean
  /** A draft is stored in this browser. */
  kept?: boolean
  /** What is lost, where it is no text of a form. */
  text?: string
  /** Saves; false if something was refused, which the page then shows. */
  onSave?: (() => Promise<boolean>) | undefined
}

/** Asks before a page with unsaved changes is left. */
export function LeaveGuard({ when, kept, text, onSave }: LeaveGuardProps) {
  const [busy, setBusy] = useState(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && when(),
    enableBeforeUnload: when,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const save = async () => {
    if (!onSave || busy) return
    setBusy(true)
    const saved = await onSave().finally(() => setBusy(false))
    if (saved) blocker.proceed()
    else blocker.reset()
  }
  return (
    <Dialog
      open
      onOpenChange={() => blocker.reset()}
      title={onSave ? t.leaveTitle : t.leaveTitlePlain}
      footer={
        <>
          <Button danger onClick={() => blocker.proceed()}>
            {t.leave}
          </Button>
          {onSave ? (
            <Button kind="primary" loading={busy} onClick={() => void save()}>
              {t.saveAndLeave}
            </Button>
          ) : (
            <Button kind="primary" onClick={() => blocker.reset()}>
              {t.stay}
            </Button>
          )}
        </>
      }
    >
      <p>{text ?? (kept ? t.leaveKept : t.leaveText)}</p>
    </Dialog>
  )
}
