import type { ReactNode } from 'react'
import { AddressLink, type LinkAttributes } from '@/components/layout/address-link'
import { floorHref } from '../model/floors'

type FloorLinkProps = LinkAttributes & { discussion: string; floor: number; children: ReactNode }

/** A link to a floor, on whichever page it is. */
export function FloorLink({ discussion, floor, children, ...rest }: FloorLinkProps) {
  return (
    <AddressLink href={floorHref(discussion, floor)} keepScroll prepares={false} {...rest}>
      {children}
    </AddressLink>
  )
}
