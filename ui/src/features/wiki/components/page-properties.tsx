import { useQuery } from '@tanstack/react-query'
import { House, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState, type RefObject } from 'react'
import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { changesOf } from '@/lib/changes'
import { cn } from '@/lib/cn'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import { tellError } from '@/lib/tell-error'
import { toast } from '@/stores/toasts'
import { wikiQueries, type Draft, type DraftPage } from '../api'
import { usePatchPage, useRemovePage } from '../commands'
import { losesSlug, namesOf, ROOT } from '../model/names'
import { inOrder, pathOf, treeOf } from '../model/tree'
import { PageFields } from './page-fields'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './editor.module.css'

type PagePropertiesProps = {
  project: ProjectPage
  draft: Draft
  page: DraftPage
  /** Saves what was changed, for whoever leads elsewhere; false if that was refused. */
  save: RefObject<() => Promise<boolean>>
  onGone: () => void
}

/** How a page is called and where it stands, whether it is the first page, and its removal. */
export function PageProperties({ project, draft, page, save, onGone }: PagePropertiesProps) {
  const id = useId()
  const patch = usePatchPage(project.id, draft.id)
  const remove = useRemovePage(project.id, draft.id)
  const former = useQuery(wikiQueries.wiki(project.id)).data?.standing.former
  const [removing, setRemoving] = useState(false)
  const values = { title: page.title, slug: page.slug, parent: page.parent || ROOT, sort_order: String(page.sort_order) }
  const saved = { ...values, parent: page.parent, sort_order: page.sort_order }
  const schema = v.object(namesOf(() => draft.tree, page.id))
  const form = useAppForm({
    schema,
    values,
    keep: `wiki-properties.${draft.id}.${page.id}`,
    send: (given) => patch.mutateAsync({ page: page.id, body: changesOf(given, saved) }),
    onDone: (_page, given) => {
      form.reset({ ...given, parent: given.parent || ROOT, sort_order: String(given.sort_order) })
      toast(t.saved)
    },
  })
  const gone = useRef(false)
  useEffect(() => {
    save.current = async () => !form.unsaved() || form.save()
  })
  // Another page of the draft is opened without a question: what may be saved is saved, the rest stays in this browser.
  const leave = useEffectEvent(() => {
    save.current = () => Promise.resolve(true)
    if (gone.current || !form.unsaved()) return
    const given = v.safeParse(schema, form.getValues())
    if (!given.success) return toast(t.notSaved, t.notSavedText(page.title), 'warning')
    patch.mutateAsync({ page: page.id, body: changesOf(given.output, saved) }).then(
      () => form.kept.drop(),
      (error: unknown) => toast(t.notSaved, ApiError.is(error) ? error.description : undefined, 'warning'),
    )
  })
  useEffect(() => () => leave(), [])
  const below = inOrder(treeOf(draft.tree.filter(({ removed }) => !removed)))
    .filter(({ page: one }) => one.id !== page.id && pathOf(draft.tree, one.id).some(({ id: above }) => above === page.id))
    .map(({ page: one }) => one.title)
  const featured = draft.featured === page.id
  return (
    <section className={cn(ui.card, ui.cardPad)} aria-labelledby={`${id}-title`}>
      <div className={css.propertiesHead}>
        <h2 id={`${id}-title`}>{t.properties}</h2>
        <Button
          size="sm"
          disabled={featured}
          loading={patch.isPending && patch.variables.body.featured === true}
          onClick={() =>
            patch.mutate(
              { page: page.id, body: { featured: true } },
              { onSuccess: () => toast(t.featuredDone, page.title), onError: tellError },
            )
          }
        >
          <House className={ui.icon} aria-hidden />
          {featured ? t.isFeatured : t.featured}
        </Button>
        <Button size="sm" danger onClick={() => setRemoving(true)}>
          <Trash2 className={ui.icon} aria-hidden />
          {t.remove}
        </Button>
      </div>
      <Form form={form} guard>
        <PageFields
          id={id}
          form={form}
          pages={draft.tree}
          own={page.id}
          loses={losesSlug(former, form.written.slug, page.id)}
          path="/wiki/"
          parent={form.bind('parent')}
        />
        <div className={formCss.actions}>
          <Button type="submit" disabled={Object.keys(form.changes).length === 0} loading={form.pending}>
            {t.saveProperties}
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t.removeTitle(page.title)}
        text={t.removeText(below)}
        action={t.remove}
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(page.id, {
            onSuccess: () => {
              setRemoving(false)
              gone.current = true
              form.revert()
              toast(t.removed, page.title)
              onGone()
            },
          })
        }
      />
    </section>
  )
}
