import { useQuery } from '@tanstack/react-query'
import { Image } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { formatBytes } from '@/lib/format'
import { storedText as t } from '@/lib/i18n/zh-Hans/stored'
import { toast } from '@/stores/toasts'
import { picturesQuery, useDeletePicture, type TextPicture } from '../pictures-api'
import ui from '@/components/ui/ui.module.css'
import css from './text-pictures.module.css'

const PAGE = 20
const MOST = 100

/** The pictures that the viewer has put into texts; each can be deleted. */
export default function TextPictures({ onClose }: { onClose: () => void }) {
  const [limit, setLimit] = useState(PAGE)
  const [leaving, setLeaving] = useState<TextPicture>()
  const pictures = useQuery(picturesQuery(limit))
  const remove = useDeletePicture()
  const { data } = pictures
  const confirm = () => {
    if (!leaving) return
    void remove
      .mutateAsync(leaving.id)
      .then(() => toast(t.removed))
      .catch(() => undefined)
      .finally(() => setLeaving(undefined))
  }
  return (
    <>
      <Dialog open onOpenChange={onClose} title={t.pictures} footer={<Button onClick={onClose}>{t.close}</Button>}>
        {pictures.isError ? (
          <ErrorCard error={pictures.error} onRetry={() => void pictures.refetch()} />
        ) : !data ? (
          <Loading>
            <Bone h={160} />
          </Loading>
        ) : data.total === 0 ? (
          <Empty icon={Image} title={t.picturesNone} hint={t.picturesNoneHint} />
        ) : (
          <>
            <p className={ui.small}>{t.count(data.total, data.most)}</p>
            <ul className={css.list}>
              {data.images?.map((picture, index) => (
                <PictureRow key={picture.id} picture={picture} number={index + 1} onDelete={() => setLeaving(picture)} />
              ))}
            </ul>
            {limit < Math.min(data.total, MOST) ? <Button onClick={() => setLimit(limit + PAGE)}>{t.next}</Button> : null}
          </>
        )}
      </Dialog>
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        title={t.removeTitle}
        text={t.removeText}
        action={t.remove}
        busy={remove.isPending}
        onConfirm={confirm}
      />
    </>
  )
}

function PictureRow({ picture, number, onDelete }: { picture: TextPicture; number: number; onDelete: () => void }) {
  const { project } = picture
  return (
    <li className={css.row}>
      <img className={css.picture} src={picture.url} alt={t.picture(number)} loading="lazy" decoding="async" />
      <div className={ui.grow}>
        <b className={ui.clip}>
          {project ? (
            <PathLink to="/$type/$id" params={{ type: project.url_type, id: project.slug }}>
              {project.title}
            </PathLink>
          ) : (
            t.contexts[picture.context]
          )}
        </b>
        <small className={ui.small}>
          {[project ? t.contexts[picture.context] : '', formatBytes(picture.size), picture.used ? '' : t.unused]
            .filter(Boolean)
            .join(' · ')}{' '}
          <Ago time={picture.created} />
        </small>
      </div>
      <Button size="sm" danger aria-label={t.removeNamed(number)} onClick={onDelete}>
        {t.remove}
      </Button>
    </li>
  )
}
