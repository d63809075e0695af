import { Dialog } from '@/components/ui/dialog'
import type { CollectionPage } from '@/lib/api/types'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { toast } from '@/stores/toasts'
import { useCreateCollection, useEditCollection } from '../api/commands'
import { changes } from '../model/draft'
import { CollectionForm } from './collection-form'

type CreateProps = {
  open: boolean
  onOpenChange: (open: boolean) => void /** Projects that are in it from the start. */
  projects?: string[]
  onCreated: (made: { id: string; name: string }) => void
}

/** Creates a collection. */
export function CreateCollectionDialog({ open, onOpenChange, projects, onCreated }: CreateProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.create} description={t.createLead}>
      {open ? <CreateForm projects={projects ?? []} onCancel={() => onOpenChange(false)} onCreated={onCreated} /> : null}
    </Dialog>
  )
}

function CreateForm({ projects, onCancel, onCreated }: { projects: string[]; onCancel: () => void; onCreated: CreateProps['onCreated'] }) {
  const create = useCreateCollection()
  return (
    <CollectionForm
      start={{ name: '', description: '', status: 'listed' }}
      submit={t.submitNew}
      send={(draft, key) => create.mutateAsync({ draft, projects, key })}
      onDone={onCreated}
      onCancel={onCancel}
    />
  )
}

type EditProps = { collection: CollectionPage; open: boolean; onOpenChange: (open: boolean) => void }

/** Edits a collection's name, visibility and picture. */
export function EditCollectionDialog({ collection, open, onOpenChange }: EditProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.editTitle}>
      {open ? <EditForm collection={collection} onClose={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

function EditForm({ collection, onClose }: { collection: CollectionPage; onClose: () => void }) {
  const edit = useEditCollection(collection.id)
  return (
    <CollectionForm
      start={collection}
      submit={t.submit}
      send={async (draft) => {
        const changed = changes(draft, collection)
        if (Object.keys(changed).length === 0) return
        await edit.mutateAsync(changed)
        toast(t.updated)
      }}
      onDone={onClose}
      onCancel={onClose}
    />
  )
}
