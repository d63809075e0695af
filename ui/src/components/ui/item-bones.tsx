import { cn } from '@/lib/cn'
import itemCss from './item.module.css'
import { Bone, Loading } from './skeleton'
import ui from './ui.module.css'

/** A list that waits for its rows, each with a picture and two lines. */
export function ItemBones({ count, pic = 40, lines = ['40%', '24%'] }: { count: number; pic?: number; lines?: [string, string] }) {
  return (
    <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
      {Array.from({ length: count }, (_, index) => (
        <div className={itemCss.root} key={index}>
          <Bone w={pic} h={pic} />
          <div className={ui.grow}>
            <Bone w={lines[0]} h={16} />
            <Bone w={lines[1]} h={12} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
