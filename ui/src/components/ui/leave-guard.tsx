import { useBlocker } from '@tanstack/react-router'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'

/** Asks before a page with unsaved changes is left; `when` is read at that time, `kept` says that a draft is stored. */
export function LeaveGuard({ when, kept }: { when: () => boolean; kept?: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && when(),
    enableBeforeUnload: when,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog
      open
      onOpenChange={() => blocker.reset()}
      title={t.leaveTitle}
      footer={
        <>
          <Button danger onClick={() => blocker.proceed()}>
            {t.leave}
          </Button>
          <Button kind="primary" onClick={() => blocker.reset()}>
            {t.stay}
          </Button>
        </>
      }
    >
      <p>{kept ? t.leaveKept : t.leaveText}</p>
    </Dialog>
  )
}
