import { AddressLink } from '@/components/layout/address-link'
import { Pic } from '@/components/ui/pic'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import type { ReportItem } from '../api'
import { seedOf } from '../model/item'
import ui from '@/components/ui/ui.module.css'
import reportFormCss from './report-form.module.css'

/** The current state of the reported item. */
export function ItemCard({ item }: { item: ReportItem }) {
  return (
    <div className={reportFormCss.item}>
      <Pic src={item.icon_url} name={item.title} size={40} {...seedOf(item.type, item.id)} />
      <div>
        <b className={ui.clip}>
          {/* A page of any kind: the server says where it is. */}
          <AddressLink href={item.path} target="_blank">
            {item.title}
          </AddressLink>
        </b>
        <small className={ui.clip}>{item.detail ? `${t.itemTypes[item.type]} · ${item.detail}` : t.itemTypes[item.type]}</small>
      </div>
    </div>
  )
}
