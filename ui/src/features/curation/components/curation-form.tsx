import { GalleryHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { SettingsForm } from '@/components/form/settings-form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/feedback'
import { ProjectFinder, type NamedProject } from '@/components/ui/project-finder'
import type { CuratedPlace } from '@/lib/curated'
import { curationText as t } from '@/lib/i18n/zh-Hans/curation'
import { curationEntries } from '@/lib/limits.gen'
import { toast } from '@/stores/toasts'
import { useChoose, type Choice } from '../api'
import { CurationRow } from './curation-row'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './curation.module.css'

const MAX_TITLE = 64
const MAX_DESCRIPTION = 160

const short = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, t.tooLong(most)))
const image = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text === '' || (/^https?:\/\/[^\s/@]+(\/|$)/i.test(text) && URL.canParse(text)), t.imageWrong),
)
const schema = v.object({
  entries: v.array(v.object({ project: v.string(), title: short(MAX_TITLE), description: short(MAX_DESCRIPTION), image })),
})

/** The entries of a place, in the order of its slides. */
export function CurationForm({ place, chosen }: { place: CuratedPlace; chosen: readonly Choice[] }) {
  const choose = useChoose(place)
  const [adding, setAdding] = useState(false)
  const [found, setFound] = useState<readonly NamedProject[]>([])
  const form = useAppForm({
    schema,
    values: { entries: chosen.map(({ project, title, description, image }) => ({ project, title, description, image })) },
    send: (body, key) => choose.mutateAsync({ body, key }),
    onDone: (_answer, given) => {
      form.reset(given)
      toast(t.saved)
    },
  })
  const { value: entries, onValue } = form.bind('entries')
  const about = (id: string) => {
    const known = chosen.find((one) => one.project === id)
    const picked = found.find((one) => one.id === id)
    return {
      name: known?.name ?? picked?.title ?? t.gone,
      icon: known?.icon_url ?? picked?.icon_url ?? null,
      hidden: known !== undefined && !known.shown,
    }
  }
  const move = (from: number, to: number) => {
    const next = [...entries]
    next.splice(to, 0, ...next.splice(from, 1))
    onValue(next)
  }
  const add = (project: NamedProject) => {
    setFound([...found, project])
    setAdding(false)
    onValue([...entries, { project: project.id, title: '', description: '', image: '' }])
  }
  const error = form.error('entries')
  return (
    <SettingsForm form={form}>
      <section className={ui.card} aria-label={t.entries(t.places[place])}>
        {entries.length > 0 ? (
          <ol className={css.list}>
            {entries.map((entry, at) => (
              <CurationRow
                key={entry.project}
                entry={entry}
                about={about(entry.project)}
                errors={form.formState.errors.entries?.[at]}
                onEntry={(change) => onValue(entries.map((one, index) => (index === at ? { ...one, ...change } : one)))}
                onUp={at > 0 ? () => move(at, at - 1) : undefined}
                onDown={at < entries.length - 1 ? () => move(at, at + 1) : undefined}
                onRemove={() => onValue(entries.filter((_, index) => index !== at))}
              />
            ))}
          </ol>
        ) : (
          <Empty icon={GalleryHorizontal} level={2} title={t.none} hint={t.noneHint} />
        )}
        <div className={css.add}>
          {error ? (
            <p className={formCss.error} role="alert">
              {error}
            </p>
          ) : null}
          {adding ? (
            <ProjectFinder
              without={entries.map((one) => one.project)}
              type={place === 'home' ? undefined : place}
              onPick={add}
              onClose={() => setAdding(false)}
            />
          ) : (
            <Button size="sm" disabled={entries.length >= curationEntries} onClick={() => setAdding(true)}>
              <Plus className={ui.icon} aria-hidden />
              {t.add}
            </Button>
          )}
        </div>
      </section>
    </SettingsForm>
  )
}
