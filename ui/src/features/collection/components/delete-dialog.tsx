import { useRouter } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { CollectionPage } from '@/lib/api/types'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { toast } from '@/stores/toasts'
import { useDeleteCollection } from '../api/commands'
import ui from '@/components/ui/ui.module.css'

/** Asks for confirmation before a collection is deleted. */
export default function DeleteDialog({ collection, onClose }: { collection: CollectionPage; onClose: () => void }) {
  const router = useRouter()
  const remove = useDeleteCollection(collection.id)
  const confirm = () => {
    void remove.mutateAsync().then(
      () => {
        toast(t.removed, collection.name)
        return router.navigate({ to: '/dashboard/collections', replace: true })
      },
      () => undefined, // said by the client
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t.removeTitle(collection.name)}
      description={t.removeText}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button kind="primary" danger loading={remove.isPending} onClick={confirm}>
            <Trash2 className={ui.icon} aria-hidden />
            {t.removeAction}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
