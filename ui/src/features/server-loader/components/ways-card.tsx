import { Card } from '@/components/ui/card'
import { Segmented } from '@/components/ui/segmented'
import type { Server } from '@/lib/hosting/servers'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import type { Wish } from '../model/plan'
import { uploadRefusal } from '../model/review'
import { ArchiveForm } from './archive-form'
import { LoaderForm } from './loader-form'
import { PackForm } from './pack-form'
import css from './server-loader.module.css'

const t = serverLoaderText.ways

export type Way = 'loader' | 'pack' | 'archive'

type WaysCardProps = {
  server: Server
  refused: string | undefined
  way: Way
  onWay: (way: Way) => void
  onWish: (wish: Wish) => void
}

/** The ways in which software is chosen. */
export function WaysCard({ server, refused, way, onWay, onWish }: WaysCardProps) {
  return (
    <Card id="install-ways" title={server.software === 'none' ? t.first : t.title}>
      <div className={css.ways}>
        <Segmented
          label={t.label}
          value={way}
          onValue={onWay}
          segments={[
            { value: 'loader', label: t.loader },
            { value: 'pack', label: t.pack },
            { value: 'archive', label: t.archive },
          ]}
        />
        {way === 'loader' ? (
          <LoaderForm server={server} refused={refused} onWish={onWish} />
        ) : way === 'pack' ? (
          <PackForm server={server} refused={refused} onWish={onWish} />
        ) : (
          <ArchiveForm refused={uploadRefusal(server)} onWish={onWish} />
        )}
      </div>
    </Card>
  )
}
