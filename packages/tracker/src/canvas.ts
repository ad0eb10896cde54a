import { hash64 } from './hash.js';

function draw(): string {
  const canvas = document.createElement('canvas');
  canvas.width = 220;
  canvas.height = 40;
  const pen = canvas.getContext('2d');
  if (!pen) return '';
  pen.textBaseline = 'alphabetic';
  pen.fillStyle = '#f60';
  pen.fillRect(90, 2, 70, 22);
  pen.fillStyle = '#069';
  pen.font = '14px Arial, sans-serif';
  pen.fillText('Footfall 足迹 \u{1F463} 0123', 3, 18);
  pen.globalCompositeOperation = 'multiply';
  pen.fillStyle = 'rgba(102, 204, 0, .7)';
  pen.arc(120, 20, 18, 0, Math.PI * 2);
  pen.fill();
  return canvas.toDataURL();
}

/** A hash of how this browser draws; '' where it draws differently each time, because it hides that. */
export function canvasPrint(): string {
  const first = draw();
  return first === draw() ? hash64(first) : '';
}
