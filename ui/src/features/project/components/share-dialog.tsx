import { Share2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { hrefOf } from '@/lib/address'
import type { ProjectPage } from '@/lib/api/types'
import { shareText as t } from '@/lib/i18n/zh-Hans/share'
import { projectParams } from '@/lib/links'
import { loaderName } from '@/lib/loaders'
import { titles } from '@/lib/titles'
import ui from '@/components/ui/ui.module.css'
import css from './share-dialog.module.css'

const badges = ['downloads', 'version', 'game-versions', 'license'] as const
const shown = new Set(['approved', 'archived', 'unlisted'])

/** What others can be shown of a project: its address, a text for chats, a code, and badges to embed. */
export default function ShareDialog({ project, onClose }: { project: ProjectPage; onClose: () => void }) {
  const url = new URL(hrefOf({ to: '/$type/$id', params: projectParams(project) }), location.origin).href
  const { title } = titles(project)
  const text = t.chatOf(title, project.description, t.loaders(project.loaders.map(loaderName)), url)
  const api = `/v3/project/${project.id}`
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t.title} className={css.root}>
      {shown.has(project.status) ? (
        <img className={css.card} src={`/pictures/card/${project.id}`} alt={t.card} width={1200} height={630} />
      ) : (
        <Note>{t.hidden}</Note>
      )}
      <Line label={t.link} text={url} copy={t.copyLink} />
      <Line label={t.chat} text={text} copy={t.copyChat} />
      {typeof navigator.share === 'function' ? (
        <Button onClick={() => void navigator.share({ title, text: project.description, url }).catch(() => undefined)}>
          <Share2 className={ui.icon} aria-hidden />
          {t.system}
        </Button>
      ) : null}
      {shown.has(project.status) ? (
        <div className={css.pair}>
          <figure>
            <img className={css.code} src={`${api}/qr`} alt={t.code} width={132} height={132} />
            <figcaption className={ui.small}>{t.codeHint}</figcaption>
          </figure>
          <section aria-label={t.badges}>
            <h3>{t.badges}</h3>
            <p className={ui.small}>{t.badgesHint}</p>
            <ul className={css.badges}>
              {badges.map((kind) => {
                const picture = `${api}/badge/${kind}.svg`
                const name = t.badge[kind]
                return (
                  <li key={kind}>
                    <img src={picture} alt={name} height={20} />
                    <CopyButton text={`[![${name}](${location.origin}${picture})](${url})`} label={t.copyBadge(name)} />
                  </li>
                )
              })}
            </ul>
          </section>
        </div>
      ) : null}
    </Dialog>
  )
}

function Line({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div className={css.line}>
      <b>{label}</b>
      <p>{text}</p>
      <CopyButton text={text} label={copy} />
    </div>
  )
}
