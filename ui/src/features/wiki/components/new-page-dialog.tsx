import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useFollowedSlug } from '@/components/form/slug-field'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { useSuggestedSlug } from '@/features/manage'
import type { ProjectPage } from '@/lib/api/types'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import { toast } from '@/stores/toasts'
import { wikiQueries, type Draft, type DraftPage } from '../api'
import { useAddPage } from '../commands'
import { losesSlug, namesOf, ROOT, wikiSlug } from '../model/names'
import { lastWeight, parentsFor } from '../model/tree'
import { PageFields } from './page-fields'

type NewPageDialogProps = {
  project: ProjectPage
  draft: Draft
  /** Offered as the parent at first. */
  parent?: string | undefined
  onClose: () => void
  onCreated: (page: DraftPage) => void
}

/** Names a new page of a draft and says where it stands. */
export function NewPageDialog({ project, draft, parent, onClose, onCreated }: NewPageDialogProps) {
  const id = useId()
  const add = useAddPage(project.id, draft.id)
  const former = useQuery(wikiQueries.wiki(project.id)).data?.standing.former
  const below = parentsFor(draft.tree, undefined).some(({ page }) => page.id === parent && !page.removed) ? (parent ?? ROOT) : ROOT
  const form = useAppForm({
    schema: v.object(namesOf(() => draft.tree)),
    values: {
      title: '',
      slug: '',
      parent: below,
      sort_order: String(lastWeight(draft.tree, below)),
    },
    send: ({ parent: above, ...page }, key) => add.mutateAsync({ body: above ? { ...page, parent: above } : page, key }),
    onDone: (page) => {
      toast(t.create.created, page.title)
      onCreated(page)
    },
  })
  const suggested = wikiSlug(useSuggestedSlug(form.written.title))
  useFollowedSlug(suggested, Boolean(form.formState.dirtyFields.slug), (slug) => form.setValue('slug', slug))
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t.create.title} description={t.create.lead}>
      <Form form={form}>
        <PageFields
          id={id}
          form={form}
          pages={draft.tree}
          loses={losesSlug(former, form.written.slug)}
          path="/wiki/"
          parent={form.bind('parent')}
        />
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.create.action}
        </FormActions>
      </Form>
    </Dialog>
  )
}
