import { useQuery } from '@tanstack/react-query'
import { Star, Tags } from 'lucide-react'
import * as v from 'valibot'
import { SettingsForm } from '@/components/form/settings-form'
import { IconButton } from '@/components/ui/button'
import { CategoryIcon } from '@/components/ui/category-icon'
import { Checkbox } from '@/components/ui/checkbox'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { categoryLabel } from '@/lib/categories'
import { cn } from '@/lib/cn'
import { typeOf } from '@/lib/content-types'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { tagQueries } from '@/lib/tags'
import { EDIT_DETAILS } from '@/lib/permissions'
import { MAX_FEATURED, tagGroups, toggleFeatured, toggleTag, type TagDraft } from '../../model/tags'
import { useRights } from '../../use-rights'
import { useSettingsForm } from '../../use-settings-form'
import ui from '@/components/ui/ui.module.css'
import css from './tags-page.module.css'

const schema = v.object({ categories: v.array(v.string()), additional_categories: v.array(v.string()) })

/** What a project is about. */
export function TagsPage({ project }: { project: ProjectPage }) {
  const refused = useRights(project).missing(EDIT_DETAILS)
  const tags = useQuery(tagQueries.categories())
  const form = useSettingsForm(project, 'tags', {
    schema,
    values: { categories: project.categories, additional_categories: project.additional_categories },
    patch: (changes) => changes,
  })
  const draft = form.written
  const change = ({ categories, additional_categories }: TagDraft) => {
    form.bind('categories').onValue(categories)
    form.bind('additional_categories').onValue(additional_categories)
  }
  if (tags.isError) return <ErrorCard error={tags.error} onRetry={() => void tags.refetch()} />
  if (!tags.data) {
    return (
      <Loading className={cn(ui.card, ui.cardPad)}>
        <Bone h={320} />
      </Loading>
    )
  }
  const groups = tagGroups(tags.data, typeOf(project.url_type)?.actual ?? project.project_type)
  if (groups.length === 0) return <Empty className={ui.card} icon={Tags} title={t.tagsEmpty} />
  return (
    <SettingsForm form={form} refused={refused}>
      <section className={ui.card} aria-labelledby="tags-title">
        <h2 id="tags-title" className={ui.visuallyHidden}>
          {t.tags}
        </h2>
        {groups.map((group) => (
          <fieldset key={group.header} className={css.group}>
            <legend>{group.title}</legend>
            {group.names.map((name) => {
              const featured = draft.categories.includes(name)
              const chosen = featured || draft.additional_categories.includes(name)
              return (
                <div key={name} className={css.pick}>
                  <Checkbox checked={chosen} onChange={() => change(toggleTag(draft, name))}>
                    <span className={cn(ui.row, ui.gap6)}>
                      <CategoryIcon name={name} className={ui.icon14} />
                      {categoryLabel(name)}
                    </span>
                  </Checkbox>
                  {chosen ? (
                    <IconButton
                      label={t.featureTag(categoryLabel(name))}
                      title={!featured && draft.categories.length >= MAX_FEATURED ? t.featuredFull : t.featureTag(categoryLabel(name))}
                      kind="quiet"
                      size="xs"
                      aria-pressed={featured}
                      disabled={!featured && draft.categories.length >= MAX_FEATURED}
                      onClick={() => change(toggleFeatured(draft, name))}
                    >
                      <Star className={featured ? cn(ui.icon14, ui.filled, ui.warn) : ui.icon14} aria-hidden />
                    </IconButton>
                  ) : null}
                </div>
              )
            })}
          </fieldset>
        ))}
        <p className={cn(ui.cardFoot, ui.subtle)}>{t.tagsHint}</p>
      </section>
    </SettingsForm>
  )
}
