import { useBlocker } from '@tanstack/react-router'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'

const t = serverFilesText.editor

type LeaveGuardProps = {
  /** Whether something would be lost, read when the page is left. */
  when: () => boolean
  /** Also asks where the page stays and shows another folder or file. */
  inside?: boolean
  title: string
  text: string
}

/** Asks before something is left that would be lost, and warns before the page is closed. */
export function LeaveGuard({ when, inside = false, title, text }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => (inside || current.pathname !== next.pathname) && when(),
    enableBeforeUnload: when,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog
      open
      onOpenChange={() => blocker.reset()}
      title={title}
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
      <p>{text}</p>
    </Dialog>
  )
}
