import { useQuery } from '@tanstack/react-query'
import { Star, Tags } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { categoryLabel } from '@/lib/categories'
import { cn } from '@/lib/cn'
import { typeOf } from '@/lib/content-types'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { tagQueries } from '@/lib/tags'
import { MAX_FEATURED, tagGroups, toggleFeatured, toggleTag } from '../../model/tags'
import { EDIT_DETAILS } from '@/lib/permissions'
import { useDraft } from '@/lib/use-draft'
import { useKeptDraft } from '@/lib/use-kept-draft'
import { useRights } from '../../use-rights'
import { SettingsForm } from './settings-form'
import ui from '@/components/ui/ui.module.css'
import css from './tags-page.module.css'

/** What a project is about. */
export function TagsPage({ project }: { project: ProjectPage }) {
  const refused = useRights(project).missing(EDIT_DETAILS)
  const tags = useQuery(tagQueries.categories())
  const { draft, changes, count, change, revert } = useDraft({
    categories: project.categories,
    additional_categories: project.additional_categories,
  })
  const kept = useKeptDraft(`project.${project.id}.tags`, count > 0 ? changes : undefined, change)
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
    <SettingsForm
      id={project.id}
      count={count}
      wrong={false}
      patch={() => changes}
      onTried={() => undefined}
      onRevert={revert}
      refused={refused}
      kept={kept}
    >
      <section className={ui.card} aria-labelledby="tags-title">
        <header className={ui.cardHead}>
          <h2 id="tags-title">{t.tags}</h2>
          <small className={ui.small}>{t.tagsHint}</small>
        </header>
        {groups.map((group) => (
          <fieldset key={group.header} className={css.group}>
            <legend>{t.headers[group.header] ?? group.header}</legend>
            {group.names.map((name) => {
              const featured = draft.categories.includes(name)
              const chosen = featured || draft.additional_categories.includes(name)
              return (
                <div key={name} className={chosen ? css.pick : css.pick}>
                  <Checkbox checked={chosen} onChange={() => change(toggleTag(draft, name))}>
                    {categoryLabel(name)}
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
      </section>
    </SettingsForm>
  )
}
