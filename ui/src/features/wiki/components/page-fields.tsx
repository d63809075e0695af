import { Field } from '@/components/form/form'
import { Note } from '@/components/ui/feedback'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import { wikiTitle, wikiWeight } from '@/lib/limits.gen'
import type { FieldsOf } from '@/components/form/use-app-form'
import type { DraftPage } from '../api'
import { ROOT } from '../model/names'
import { parentsFor } from '../model/tree'
import formCss from '@/components/ui/form.module.css'
import css from './editor.module.css'

type Names = 'title' | 'slug' | 'parent' | 'sort_order'

type PageFieldsProps = {
  id: string
  form: FieldsOf<Names>
  pages: readonly DraftPage[]
  /** The page itself, which does not go below its own branch. */
  own?: string | undefined
  /** The title of the page that would lose its former address. */
  loses: string | undefined
  /** The part of the address before the slug. */
  path: string
  parent: { value: string; onValue: (value: string) => void }
}

/** The fields of a page: how it is called, where it stands. */
export function PageFields({ id, form, pages, own, loses, path, parent }: PageFieldsProps) {
  const live = pages.filter(({ removed }) => !removed)
  return (
    <>
      <Field form={form} name="title" label={t.create.name} hint={t.create.nameHint} required>
        {(control) => <Input {...control} maxLength={wikiTitle * 2} autoComplete="off" />}
      </Field>
      <Field form={form} name="slug" label={t.create.slug} hint={t.create.slugHint} required>
        {(control) => (
          <Input
            {...control}
            icon={<span className={css.path}>{path}</span>}
            maxLength={wikiTitle * 2}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <div aria-live="polite">{loses === undefined ? null : <Note tone="warn">{t.create.formerSlug(loses)}</Note>}</div>
      <div className={css.two}>
        <div className={formCss.field}>
          <label htmlFor={`${id}-parent`}>{t.create.parent}</label>
          <Select
            id={`${id}-parent`}
            label={t.create.parent}
            value={parent.value}
            onValue={parent.onValue}
            options={[
              { value: ROOT, label: t.create.root },
              ...parentsFor(live, own).map(({ page, depth }) => ({ value: page.id, label: `${'　'.repeat(depth - 1)}${page.title}` })),
            ]}
          />
        </div>
        <Field form={form} name="sort_order" label={t.create.weight} hint={t.create.weightHint}>
          {(control) => <Input {...control} type="number" inputMode="numeric" min={0} max={wikiWeight} step={1} />}
        </Field>
      </div>
    </>
  )
}
