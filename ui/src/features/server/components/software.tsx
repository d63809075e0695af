import { LoaderTag } from '@/components/ui/loader-tag'
import { isLoader } from '@/lib/loaders'
import { serverText as t } from '@/lib/i18n/zh-Hans/server'
import type { Server } from '@/lib/hosting/servers'
import ui from '@/components/ui/ui.module.css'

/** What a server runs: its loader with the version, and the version of the game. */
export function Software({ server }: { server: Server }) {
  const { software, loader, loader_version, mc_version } = server
  if (software === 'none') return <span className={ui.subtle}>{t.notInstalled}</span>
  const id = loader?.toLowerCase()
  return (
    <>
      <span>
        {id && isLoader(id) ? <LoaderTag id={id} /> : (loader ?? (software === 'stand-in' ? t.standIn : t.jar))}
        {loader_version ? ` ${loader_version}` : null}
      </span>
      {mc_version ? <span>{mc_version}</span> : null}
    </>
  )
}
