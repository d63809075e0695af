import * as v from 'valibot'
import { Field } from '@/components/form/form'
import { SettingsForm } from '@/components/form/settings-form'
import { Card } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { EDIT_DETAILS } from '@/lib/permissions'
import { soundLink } from '../../model/web-link'
import { useRights } from '../../use-rights'
import { useSettingsForm } from '../../use-settings-form'
import { PlatformLinks } from './platform-links'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const fields = ['issues_url', 'source_url', 'wiki_url', 'discord_url'] as const
const link = v.pipe(v.string(), v.trim(), v.check(soundLink, t.linkWrong))
const platformLink = v.object({ id: v.string(), platform: v.string(), url: v.pipe(link, v.nonEmpty(t.linkEmpty)) })
const schema = v.object({
  issues_url: link,
  source_url: link,
  wiki_url: link,
  discord_url: link,
  site: link,
  donation_urls: v.array(platformLink),
})

/** Where else a project lives. */
export function LinksPage({ project }: { project: ProjectPage }) {
  const refused = useRights(project).missing(EDIT_DETAILS)
  const form = useSettingsForm(project, 'links', {
    schema,
    values: {
      issues_url: project.issues_url ?? '',
      source_url: project.source_url ?? '',
      wiki_url: project.wiki_url ?? '',
      discord_url: project.discord_url ?? '',
      site: project.donation_urls.find((one) => one.id === 'site')?.url ?? '',
      donation_urls: project.donation_urls.filter((one) => one.id !== 'site'),
    },
    // The release site and the platforms are one list of the API: a change of either sends both.
    patch: ({ site: newSite, donation_urls: newLinks, ...links }, { site, donation_urls }) => ({
      ...Object.fromEntries(Object.entries(links).map(([name, text]) => [name, text || null])),
      ...(newSite === undefined && newLinks === undefined
        ? {}
        : { donation_urls: [...(site ? [{ id: 'site', platform: t.site, url: site }] : []), ...donation_urls] }),
    }),
  })
  const platforms = form.bind('donation_urls')
  const field = (name: (typeof fields)[number] | 'site', label: string, hint: string) => (
    <Field key={name} form={form} row name={name} label={label} hint={hint}>
      {(control) => <Input {...control} type="url" inputMode="url" placeholder={t.linkPlaceholder} autoComplete="off" />}
    </Field>
  )
  return (
    <SettingsForm form={form} refused={refused}>
      <Card id="links-title" title={t.links}>
        <div className={formCss.rows}>
          {fields.map((name) => field(name, t.linkFields[name], t.linkHints[name]))}
          {field('site', t.site, t.siteHint)}
        </div>
      </Card>
      <section className={ui.card} aria-labelledby="platforms-title">
        <header className={ui.cardHead}>
          <h2 id="platforms-title">{t.platformLinks}</h2>
          <small className={cn(ui.small, ui.hideS)}>{t.platformLinksHint}</small>
        </header>
        <PlatformLinks
          links={platforms.value}
          onLinks={platforms.onValue}
          error={form.error('donation_urls')}
          errorAt={(at) => form.formState.errors.donation_urls?.[at]?.url?.message}
        />
      </section>
    </SettingsForm>
  )
}
