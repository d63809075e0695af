import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { useRemoveMessage } from '../api'

/** Asks before a message is deleted. */
export function RemoveDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const remove = useRemoveMessage()
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t.removeTitle}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button
            kind="primary"
            danger
            loading={remove.isPending}
            onClick={() => void remove.mutateAsync(id).then(onClose, () => undefined)}
          >
            {t.remove}
          </Button>
        </>
      }
    >
      <p>{t.removeText}</p>
    </Dialog>
  )
}
