import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { PlatformIcon } from '@/components/ui/platform-icon'
import type { ProjectPage } from '@/lib/api/types'
import { useImeSafeValue } from '@/lib/ime'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { tagQueries } from '@/lib/tags'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './platform-links.module.css'

type PlatformLink = ProjectPage['donation_urls'][number]

/** The most links of platforms that a project may have. */
const MAX_PLATFORM_LINKS = 32

type PlatformLinksProps = {
  links: readonly PlatformLink[]
  onLinks: (links: PlatformLink[]) => void
  /** The error of the link at a place. */
  errorAt: (at: number) => string | undefined
  error?: string | undefined
}

/** Links to pages on known platforms, in the order of the project's page. */
export function PlatformLinks({ links, onLinks, errorAt, error }: PlatformLinksProps) {
  const known = useQuery(tagQueries.platforms())
  const platforms = (known.data ?? []).filter((one) => one.short !== 'site')
  const set = (at: number, change: Partial<PlatformLink>) =>
    onLinks(links.map((one, index) => (index === at ? { ...one, ...change } : one)))
  const first = platforms.find((one) => !links.some((link) => link.id === one.short)) ?? platforms[0]
  return (
    <div className={css.root}>
      {links.length > 0 ? (
        <ul className={css.list}>
          {links.map((link, at) => (
            <PlatformRow
              // Rows have no identity but their place.
              key={at}
              link={link}
              at={at + 1}
              platforms={
                platforms.some((one) => one.short === link.id) ? platforms : [...platforms, { short: link.id, name: link.platform }]
              }
              error={errorAt(at)}
              onLink={(change) => set(at, change)}
              onRemove={() => onLinks(links.filter((_, index) => index !== at))}
            />
          ))}
        </ul>
      ) : null}
      {error ? (
        <p className={formCss.error} role="alert">
          {error}
        </p>
      ) : null}
      <Button
        size="sm"
        disabled={!first || links.length >= MAX_PLATFORM_LINKS}
        onClick={() => (first ? onLinks([...links, { id: first.short, platform: first.name, url: '' }]) : undefined)}
      >
        <Plus className={ui.icon} aria-hidden />
        {t.addLink}
      </Button>
    </div>
  )
}

type PlatformRowProps = {
  link: PlatformLink
  at: number
  platforms: readonly { short: string; name: string }[]
  error: string | undefined
  onLink: (change: Partial<PlatformLink>) => void
  onRemove: () => void
}

function PlatformRow({ link, at, platforms, error, onLink, onRemove }: PlatformRowProps) {
  const id = useId()
  const field = useImeSafeValue<HTMLInputElement>(link.url, (url) => onLink({ url }))
  return (
    <li>
      <NativeSelect
        label={t.linkPlatform(at)}
        icon={<PlatformIcon code={link.id} />}
        value={link.id}
        options={platforms.map(({ short, name }) => ({ value: short, label: name }))}
        onValue={(short) => onLink({ id: short, platform: platforms.find((one) => one.short === short)?.name ?? short })}
      />
      <Input
        {...field}
        className={ui.grow}
        type="url"
        inputMode="url"
        placeholder={t.linkPlaceholder}
        autoComplete="off"
        aria-label={t.linkAddress(at, link.platform)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
      />
      <IconButton kind="quiet" label={t.removeLink(at, link.platform)} onClick={onRemove}>
        <X className={ui.icon} aria-hidden />
      </IconButton>
      {error ? (
        <p id={id} className={formCss.error} role="alert">
          {error}
        </p>
      ) : null}
    </li>
  )
}
