import { useState } from 'react'
import { Input } from '@/components/ui/input'
import type { ProjectPage } from '@/lib/api/types'
import { useKeptDraft } from '@/lib/use-kept-draft'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { soundLink } from '../../model/web-link'
import { EDIT_DETAILS } from '@/lib/permissions'
import { useDraft } from '@/lib/use-draft'
import { useRights } from '../../use-rights'
import { Row } from '@/components/ui/form-row'
import { SettingsForm } from './settings-form'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const fields = ['issues_url', 'source_url', 'wiki_url', 'discord_url'] as const

/** Where else a project lives. */
export function LinksPage({ project }: { project: ProjectPage }) {
  const refused = useRights(project).missing(EDIT_DETAILS)
  const [tried, setTried] = useState(false)
  const site = project.donation_urls.find((one) => one.id === 'site')?.url ?? ''
  const { draft, changes, count, change, revert } = useDraft({
    issues_url: project.issues_url ?? '',
    source_url: project.source_url ?? '',
    wiki_url: project.wiki_url ?? '',
    discord_url: project.discord_url ?? '',
    site,
  })
  const kept = useKeptDraft(`project.${project.id}.links`, count > 0 ? changes : undefined, change)
  const wrong = Object.values(draft).some((text) => !soundLink(text))
  const patch = () => {
    const { site: place, ...links } = changes
    const others = project.donation_urls.filter((one) => one.id !== 'site')
    return {
      ...Object.fromEntries(Object.entries(links).map(([name, text]) => [name, text.trim() || null])),
      ...(place === undefined
        ? {}
        : { donation_urls: place.trim() ? [...others, { id: 'site', platform: t.site, url: place.trim() }] : others }),
    }
  }
  const trim = () => change(Object.fromEntries(Object.entries(draft).map(([name, text]) => [name, text.trim()])))
  const field = (name: keyof typeof draft, label: string, hint: string) => (
    <Row key={name} label={label} hint={hint} error={tried && !soundLink(draft[name]) ? t.linkWrong : undefined}>
      {(control) => (
        <Input
          {...control}
          type="url"
          inputMode="url"
          placeholder={t.linkPlaceholder}
          value={draft[name]}
          onChange={(event) => change({ [name]: event.target.value })}
          autoComplete="off"
        />
      )}
    </Row>
  )
  return (
    <SettingsForm
      id={project.id}
      count={count}
      wrong={wrong}
      patch={patch}
      onTried={() => setTried(true)}
      onRevert={revert}
      refused={refused}
      kept={kept}
      onSaved={trim}
    >
      <section className={ui.card} aria-labelledby="links-title">
        <header className={ui.cardHead}>
          <h2 id="links-title">{t.links}</h2>
        </header>
        <div className={formCss.rows}>
          {fields.map((name) => field(name, t.linkFields[name], t.linkHints[name]))}
          {field('site', t.site, t.siteHint)}
        </div>
      </section>
    </SettingsForm>
  )
}
