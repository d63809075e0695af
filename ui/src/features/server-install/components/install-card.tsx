import { Lock, X } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Switch } from '@/components/ui/checkbox'
import { Note } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { Tag } from '@/components/ui/badge'
import { cn } from '@/lib/cn'
import type { ContentType } from '@/lib/content-types'
import type { Server } from '@/lib/hosting/servers'
import { serverInstallText as t } from '@/lib/i18n/zh-Hans/server-install'
import { listingParams } from '@/lib/links'
import { loaderName } from '@/lib/loaders'
import { changed, type ListingSearch } from '@/features/discover/parts'
import { lockOf } from '../model/install'
import ui from '@/components/ui/ui.module.css'
import css from './server-install.module.css'

type InstallCardProps = {
  server: Server
  type: ContentType
  search: ListingSearch
  refused: string | undefined
  /** What is on the server is not known. */
  failed: boolean
  onSearch: (search: ListingSearch) => void
  /** What a version requires is installed with it. */
  whole: boolean
  onWhole: (whole: boolean) => void
}

/** The server that results are installed on, and what of it narrows them. */
export function InstallCard({ server, type, search, refused, failed, onSearch, whole, onWhole }: InstallCardProps) {
  const { name, loader, mc_version: game } = server
  const lock = lockOf(type, search, server)
  return (
    <section className={cn(ui.card, css.card)} aria-label={t.title}>
      <div className={css.server}>
        <Pic src={null} id={server.server_id} name={name} size={40} />
        <div className={ui.grow}>
          <b className={ui.break}>
            <PathLink
              className={css.link}
              to="/servers/manage/{-$sid}/{-$part}/{-$sub}"
              params={{ sid: server.server_id, part: 'content' }}
              title={t.open(name)}
            >
              {name}
            </PathLink>
          </b>
          <small className={cn(ui.small, ui.block)}>{[loader, game].filter(Boolean).join(' ') || t.noSoftware}</small>
        </div>
        <PathLink
          className={buttonClass({ kind: 'quiet', size: 'xs' })}
          to="/$listing"
          params={listingParams(type)}
          search={changed(search, { sid: undefined })}
          aria-label={t.leave}
          title={t.leave}
        >
          <X className={ui.icon14} aria-hidden />
        </PathLink>
      </div>
      {refused ? <Note tone="warn">{refused}</Note> : null}
      {failed ? <Note tone="warn">{t.contentError}</Note> : null}
      {type.id === 'modpack' ? (
        <p className={ui.small}>{t.packs}</p>
      ) : (
        <>
          {lock.version || lock.loader ? (
            <p className={css.locked}>
              <Lock className={ui.icon14} aria-hidden />
              {t.locked}
              {lock.version ? <Tag>{lock.version}</Tag> : null}
              {lock.loader ? <Tag>{loaderName(lock.loader)}</Tag> : null}
            </p>
          ) : null}
          <Switch
            checked={search.sogv === true}
            onChange={({ target }) => onSearch(changed(search, { sogv: target.checked || undefined, v: undefined }))}
          >
            <span lang="en">{t.overrideVersions}</span>
          </Switch>
          <Switch
            checked={search.sol === true}
            onChange={({ target }) => onSearch(changed(search, { sol: target.checked || undefined, g: undefined }))}
          >
            <span lang="en">{t.overrideLoaders}</span>
          </Switch>
          <Switch checked={search.shi === true} onChange={({ target }) => onSearch(changed(search, { shi: target.checked || undefined }))}>
            <span lang="en">{t.hideInstalled}</span>
          </Switch>
          <Switch checked={whole} onChange={({ target }) => onWhole(target.checked)}>
            {t.whole}
          </Switch>
          <p className={ui.small}>{whole ? t.wholeHint : t.aloneHint}</p>
        </>
      )}
    </section>
  )
}
